# What philautia.ts is compared with from CSV: data.table told which columns and types there are, nothing checked.
suppressPackageStartupMessages(library(data.table))
setDTthreads(2)
file <- commandArgs(trailingOnly = TRUE)[1]
types <- c(setting = "character", generator = "character", evaluator = "character", score = "numeric")
scores <- fread(file, select = types, showProgress = FALSE)
cells <- scores[, .(score = mean(score)), keyby = .(setting, generator, evaluator)]
sd0 <- function(x) sqrt(mean((x - mean(x))^2))
for (name in c("ref_based", "ref_free")) {
  phi <- as.matrix(dcast(cells[setting == name], generator ~ evaluator, value.var = "score")[, -1])
  by <- apply(phi, 2, function(x) (x - mean(x)) / sd0(x))
  print(t(apply(by, 1, function(x) (x - mean(x)) / sd0(x))))
}
