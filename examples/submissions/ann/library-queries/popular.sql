SELECT title, (SELECT count(*) FROM loans WHERE book = id) FROM books ORDER BY 2 DESC
