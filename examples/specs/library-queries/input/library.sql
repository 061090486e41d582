CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE loans (book INTEGER REFERENCES books, member TEXT NOT NULL, returned TEXT);
INSERT INTO books VALUES (1, 'Emma'), (2, 'Momo'), (3, 'Dune'), (4, 'Ulysses');
INSERT INTO loans VALUES
  (1, 'Ann', '2024-03-01'), (1, 'Bob', NULL), (2, 'Ann', NULL), (2, 'Eve', '2024-01-09'), (2, 'Bob', '2024-02-02'),
  (3, 'Ann', '2024-05-05');
