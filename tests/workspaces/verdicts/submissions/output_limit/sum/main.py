while True:
    print("spam")
