# Rscript tests/stats/golden/direction_error.R > tests/stats/golden/direction_error.json
# R 4.2.2, clubSandwich 0.5.8: CR2 and Satterthwaite degrees of freedom of a logistic regression; each row a cluster of its own, and clusters.
suppressPackageStartupMessages(library(clubSandwich))
set.seed(7)
n <- 60
x <- round(rnorm(n), 3)
z <- rep(c(0, 1, 1), length.out = n)
y <- as.integer(runif(n) < plogis(0.3 + 0.8 * x - 0.5 * z))
own <- seq_len(n)
shared <- rep(1:40, length.out = n)
fit <- glm(y ~ x + z, family = binomial, control = list(epsilon = 1e-14))
answers <- lapply(list(own = own, shared = shared), function(g) {
  V <- vcovCR(fit, cluster = g, type = "CR2")
  test <- coef_test(fit, vcov = V, test = "Satterthwaite")
  list(se = sqrt(diag(V)), df = as.numeric(test$df_Satt))
})
num <- function(v) paste0("[", paste(formatC(as.numeric(v), digits = 12, format = "g"), collapse = ", "), "]")
cat(sprintf('{\n  "x": %s,\n  "z": %s,\n  "y": %s,\n  "shared": %s,\n  "own": {"se": %s, "df": %s},\n  "clustered": {"se": %s, "df": %s}\n}\n',
  num(x), num(z), num(y), num(shared), num(answers$own$se), num(answers$own$df), num(answers$shared$se), num(answers$shared$df)))
