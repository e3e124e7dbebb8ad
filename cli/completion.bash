# Completes the command waybill in bash, without the package bash-completion. Load it by: source <(waybill complete bash)

_waybill_complete() {
    local rest="${COMP_LINE:0:COMP_POINT}" before word='' index count=0 out line value current prefix directive=0
    local words=()
    # bash also splits words at = and :, which filters, URLs and options contain. Without a space between them they are one word.
    for ((index = 0; index <= COMP_CWORD; index++)); do
        before="$rest"
        rest="${rest#"${rest%%[![:space:]]*}"}"
        word="${COMP_WORDS[index]}"
        if ((index == COMP_CWORD)); then word="$rest"; fi
        if ((count > 0)) && [[ "$before" == "$rest" && ("$word" == [=:]* || "${words[count - 1]}" == *[=:]) ]]; then
            words[count - 1]+="$word"
        else
            words[count]="$word"
            ((++count))
        fi
        rest="${rest#"$word"}"
    done
    # The values of an option are listed without its name.
    current="${words[count - 1]}"
    if [[ "$current" == --*=* ]]; then current="${current#*=}"; fi
    # Replies replace the text after the last = or :, unless a quotation mark is before it.
    prefix=''
    if [[ "$word" == *[=:]* && "$word" != [\'\"]* ]]; then word="${word##*[=:]}"; fi
    if [[ "$current" == *"$word" ]]; then prefix="${current:0:${#current}-${#word}}"; fi
    for ((index = 1; index < count; index++)); do
        words[index]="${words[index]//[\'\"\\]/}"
    done
    current="${current//[\'\"\\]/}"
    # Only the command is evaluated, because it can be an alias.
    out="$(eval "$1 complete -- $(printf '%q ' "${words[@]:1}")" 2>/dev/null)"
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ "$line" =~ ^:[0-9]+$ ]]; then
            directive="${line#:}"
            continue
        fi
        value="${line%%$'\t'*}"
        if [[ -z "$value" || "$value" != "$current"* ]]; then continue; fi
        value="${value:${#prefix}}"
        if [[ "$word" != [\'\"]* ]]; then printf -v value '%q' "$value"; fi
        COMPREPLY+=("$value")
    done <<<"$out"
    # A value follows the sign of a condition.
    if ((${#COMPREPLY[@]} > 0)) && [[ "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
    # Numbers of the library: 1 is an error, 2 no space after the word, 32 the order of the values.
    if ((directive & 1)); then COMPREPLY=(); fi
    if ((directive & 2)); then compopt -o nospace 2>/dev/null; fi
    if ((directive & 32)); then compopt -o nosort 2>/dev/null; fi
}

complete -F _waybill_complete waybill
