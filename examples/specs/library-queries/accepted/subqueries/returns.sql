UPDATE loans SET returned = '2024-06-01' WHERE member = 'Bob' AND returned IS NULL;
