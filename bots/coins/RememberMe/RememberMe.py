print("2FF")
