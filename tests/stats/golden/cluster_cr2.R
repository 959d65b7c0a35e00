# CR2 standard errors and Bell-McCaffrey degrees of freedom of the rows of cluster.json, from clubSandwich and estimatr.
# Run in this folder: Rscript cluster_cr2.R > cluster_cr2.json
suppressMessages({ library(clubSandwich); library(estimatr); library(jsonlite) })
cases <- fromJSON("cluster.json", simplifyDataFrame = FALSE)
out <- lapply(cases, function(case) {
  d <- data.frame(y = unlist(case$values), p = unlist(case$parts), g = unlist(case$clusters))
  d <- d[d$p >= 0, ]
  w <- unlist(case$weights)
  X <- sapply(seq_along(w) - 1, function(k) as.numeric(d$p == k))
  fit <- lm(d$y ~ 0 + X)
  v <- vcovCR(fit, cluster = d$g, type = "CR2")
  test <- linear_contrast(fit, v, contrasts = matrix(w, 1), test = "Satterthwaite")
  result <- list(name = case$name, standardError = test$SE, df = test$df)
  if (length(w) == 2 && all(w == c(1, -1))) {
    d$first <- as.numeric(d$p == 0)
    other <- lm_robust(y ~ first, data = d, clusters = g, se_type = "CR2")
    result$estimatr <- list(standardError = unname(other$std.error["first"]), df = unname(other$df["first"]))
  }
  result
})
cat(toJSON(out, auto_unbox = TRUE, digits = 15), "\n")
