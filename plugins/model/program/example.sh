# A model in ten lines of shell, for batch = 1: the first of its words that stands in the line decides.
while read -r line; do
    case $line in
        '{"texts":[]}') rows= ;;
        *fever* | *flu* | *dizz* | *genial* | *convalesc*) rows='[0.7, 0.1, 0.1, 0.1]' ;;
        *tumor* | *kneecap* | *deft* | *gullet* | *edema*) rows='[0.1, 0.7, 0.1, 0.1]' ;;
        *fable* | *proverb* | *penmanship* | *narrat*) rows='[0.1, 0.1, 0.7, 0.1]' ;;
        *mantel* | *banister* | *loft* | *foyer* | *elegant*) rows='[0.1, 0.1, 0.1, 0.7]' ;;
        *) rows='[0.3, 0.3, 0.2, 0.2]' ;;
    esac
    echo "{\"labels\": [\"nurse\", \"surgeon\", \"teacher\", \"architect\"], \"probabilities\": [$rows]}"
done
