"""Cases from what a program did: sessions, calls, dialogues."""
