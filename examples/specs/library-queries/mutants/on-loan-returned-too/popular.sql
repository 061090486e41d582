SELECT title, count(loans.book) AS times
FROM books LEFT JOIN loans ON loans.book = books.id
GROUP BY books.id
ORDER BY times DESC;
