"""Small changes to right programs: what no case notices, the cases do not prove."""
