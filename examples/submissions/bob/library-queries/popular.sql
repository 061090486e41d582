SELECT title, count(*) AS times FROM books LEFT JOIN loans ON book = id GROUP BY id ORDER BY times DESC;
