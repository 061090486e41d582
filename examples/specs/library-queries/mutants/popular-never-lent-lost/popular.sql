SELECT title, count(loans.book) AS times
FROM books JOIN loans ON loans.book = books.id
GROUP BY books.id
ORDER BY times DESC;
