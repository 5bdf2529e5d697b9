#!/bin/sh
# The smallest bot: plays the first legal action.
#
# cardenvs evaluate loo --bots "program:sh examples/first_legal.sh" random --deals 100

while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type": "ready", "name": "first legal"}'
        ;;
    '{"type":"turn"'*)
        id=${line#*'"id":'}
        legal=${line#*'"legal":['}
        echo "{\"id\": ${id%%,*}, \"action\": ${legal%%[],]*}}"
        ;;
    esac
done
