# Pavel Horak, H502P377
# awk -f queens.awk input.txt > output.txt

function abs(x) { return x < 0 ? -x : x }

function attacks(i, row,    j, n) {
    for (j = 1; j <= 8; j++)
        if (j != i && ($j == row || abs($j - row) == abs(j - i))) n++
    return n + 0
}

function move(    i, row, n1, n2, best) {
    for (i = 1; i <= 8; i++) if (attacks(i, $i) > n1) n1 = attacks(i, $i)
    solved = !n1
    for (i = 1; n1 && i <= 8; i++) {
        if (attacks(i, $i) != n1) continue
        n2 = n1
        for (row = 8; row; row--) if (attacks(i, row) <= n2) { n2 = attacks(i, row); best = row }
        if (n2 < n1) { $i = best; return 1 }
    }
    return 0
}

NF == 8 {
    do print; while (move())
    print solved ? "Success" : "Failure"
}
