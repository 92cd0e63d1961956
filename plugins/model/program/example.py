# A model in ten lines: each label has its words, and their number decides. Any model fits where row() is.
import json, sys

words = {"nurse": ["flu", "dizziness", "fever", "genial", "ward"], "surgeon": ["tumor", "kneecap", "deft", "gullet", "edema"],
         "teacher": ["fable", "proverb", "penmanship", "narrative", "tireless"], "architect": ["mantel", "banister", "loft", "foyer", "elegant"]}

def row(text):
    weights = [2.0 ** sum(text.lower().count(word) for word in each) for each in words.values()]
    return [weight / sum(weights) for weight in weights]

for line in sys.stdin:
    answer = {"labels": list(words), "probabilities": [row(text) for text in json.loads(line)["texts"]]}
    print(json.dumps(answer), flush=True)
