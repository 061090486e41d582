SELECT title, member FROM loans JOIN books ON books.id = loans.book;
