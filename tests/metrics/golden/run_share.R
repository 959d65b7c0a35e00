# Limits of `run_share` in `repeatability`: delta method over the columns of one-way components, CR2 and degrees of freedom by estimatr.
# Run in this folder: Rscript run_share.R (R 4.2.2, estimatr 1.0.0); images of one and of two items
suppressMessages({library(jsonlite); library(estimatr)})
g <- fromJSON("correction.json")$runs
right <- (g$choice == "A") * 1            # 4 runs x 50 items
k <- ncol(right); n <- rep(4, k); s <- colSums(right)
cols <- cbind(n, n^2, s, s^2 / n, colSums(right^2))
f <- function(m) { N <- k * m[1]; run <- k * (m[5] - m[4]) / (N - k)
  item <- ((k * m[4] - (k * m[3])^2 / N) / (k - 1) - run) * (k - 1) / (N - k * m[2] / m[1] / k)
  run / (run + item) }
m <- colMeans(cols); h <- 1e-5
grad <- sapply(1:5, function(j) { e <- replace(numeric(5), j, h); (f(m + e) - f(m - e)) / (2 * h) })
move <- f(m) + sweep(cols, 2, m) %*% grad
for (size in c(1, 2)) { d <- data.frame(move = move, image = (seq_len(k) - 1) %/% size)
  fit <- lm_robust(move ~ 1, data = d, clusters = image, se_type = "CR2")
  cat(size, sprintf("%.15g", c(f(m), fit$conf.low, fit$conf.high, fit$df)), "\n") }
