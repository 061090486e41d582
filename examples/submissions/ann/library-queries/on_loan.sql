select (select title from books where id = book) as "the title", member from loans where coalesce(returned, '') = '' order by member desc;
