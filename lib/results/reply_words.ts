/**
 * The words of replies that say which of two answers is better: names of the two, what leads to a verdict, sentences that choose, headings.
 *
 * @module
 */

/** Words for one of the two, and the two by letter, by number behind such a word, by place. */
export const NOUN =
  "(?:answer|response|assistant|model|option|output|candidate|caption|description|image|picture|video|text|antwort|assistent|bild|r[ée]ponse|respuesta|回答|回复|答案|助手|选项|模型)";
export const NAME =
  `(?:(?:(?:the|die|la) )?(?:${NOUN}[\\s_#-]*)?["'([{]*[ab]["')\\]}]*|(?:the )?${NOUN}[\\s_#-]*\\[?[12]\\]?|the (?:first|second)(?: one| ${NOUN})?)`;
export const HAS_NOUN = new RegExp(NOUN, "i"),
  IS_A = new RegExp(`^(?:.*[^\\p{L}]|${NOUN})?(?:a|1)["')\\]}]*$|^the first`, "iu");

/** What stands before a sentence's verdict and adds nothing, and what says that it is the last word. */
const LEAD =
  "(?:(?:and|so|thus|therefore|hence|overall|finally|ultimately|all in all|on balance|all things considered|in (?:conclusion|summary|total|short|the end)|to (?:sum up|conclude|summarize)|for (?:this|these|those) reasons?|(?:based on|given|considering) (?:this|that|these|the above)(?: \\w+){0,3}|insgesamt|daher|deshalb|somit|also|zusammenfassend|alles in allem|因此|所以|综上所述|综上|总体来说|总的来说|总体而言)[\\s,:]*)";
const THINK =
  "(?:(?:in my (?:opinion|view)|(?:i|we)(?: would|'d| do)? (?:say|think|believe|find|feel|conclude)(?: that)?|ich (?:denke|finde|glaube|meine)|我认为|我觉得)[\\s,:]*)?";
const ADVERB =
  "(?:(?:much|clearly|slightly|far|a bit|marginally|significantly|overall|definitely|somewhat|etwas|deutlich|klar|viel|insgesamt) ){0,2}";
const BETTER =
  `(?:the )?${ADVERB}(?:better|best|superior|stronger|preferable|preferred|winner|die bessere|besser|(?:la )?(?:meilleure|mejor))(?: one| ${NOUN}| choice)?`;
const TAIL =
  `(?: overall)?(?:,? (?:than|over|to|als|que|rather than|instead of) (?:(?<than>${NAME})|the other(?: one| ${NOUN})?))?(?: by a \\w+ margin)?(?:,? (?:i (?:guess|think|believe|would say)|in my (?:opinion|view)))?(?<why>,? (?:because|since|due to|weil)\\b.*|, (?:as|da)\\b.*|,?因为.*)?`;
export const SENTENCES = [
  `(?<one>${NAME}) (?:is|was|ist|est|es) ${ADVERB}${BETTER}${TAIL}`,
  `(?<one>${NAME}) ${ADVERB}(?:provides|gives|offers|produces) (?=the )${BETTER}${TAIL}`,
  `(?<one>${NAME}) ${ADVERB}(?:wins|gewinnt)${TAIL}`,
  `(?:i|we|ich)(?: would|'d|'ll| will)? (?:clearly |slightly |strongly )?(?:prefer|choose|pick|select|favou?r|go with|opt for|vote(?: for)?|bevorzuge|wähle|nehme) (?<one>${NAME})${TAIL}`,
  `(?<one>${NAME}) (?:${ADVERB}(?:beats|outperforms) ${NAME}|it is)`,
  `${NAME} (?:is ${ADVERB}(?:worse than|inferior to)|loses to) (?<one>${NAME})`,
  `(?<neither>neither(?: ${NOUN}| one| of (?:them|the two)| ${NAME} nor ${NAME})? is ${ADVERB}${BETTER}(?: than the other(?: one| ${NOUN})?)?)`,
  `(?<one>${NAME})(?:明显|略|稍)?(?:更好|更优|更佳|胜出|获胜)(?<why>,?因为.*)?`,
  `(?<one>${NAME})比${NAME}(?:更)?好(?<why>,?因为.*)?`,
  `我(?:会|更)?(?:选择|选|喜欢)(?<one>${NAME})(?<why>,?因为.*)?`,
  `(?<tie>(?:it(?:'s| is)|this is|es ist) (?:an? )?(?:tie|draw|unentschieden)(?: between ${NAME} and ${NAME})?|(?:both(?: \\w+)?|${NAME} and ${NAME}) are (?:tied|equal|equivalent|equally (?:good|bad))|beide(?: \\p{L}+)? sind gleich (?:gut|schlecht)|unentschieden|(?:两个|两者)(?:${NOUN})?(?:都)?一样好(?:,平局)?|平局)${TAIL}`,
].map((form) => new RegExp(`^(?<lead>${LEAD}{0,3})${THINK}${form}$`, "iu"));

/** Words of a sentence that weighs the two; that takes something away from what is said; that denies or supposes. */
export const WEIGHS =
  /\b(?:better|best|superior|stronger|prefer\w*|wins?|won|winner|choose|chose|choice|pick\w*|select\w*|go(?:ing)? with|opt for|favou?r\w*|vote|verdict|worse|worst|inferior|los(?:es|er)|ties?|tied|draw|equal\w*|besser\w*|bevorzug\w*|wähl\w*|gewinn\w*|unentschieden|schlechter)\b|更|胜|选|平局|一样|不如/i;
export const TURNS =
  /\b(?:but|however|although|though|while|whereas|except|yet|still|instead|rather|despite|aber|jedoch|obwohl|allerdings|sondern)\b|但|不过|虽然|然而/i;
export const DENIES =
  /n't\b|\?|\b(?:not|never|neither|nor|no|none|nobody|cannot|hardly|barely|if|unless|were|whether|nicht|kein\w*|weder|wenn|falls)\b|不|没|如果/i;

/** A verdict that ties. */
export const TIE = new RegExp(
  `^(?:(?:it(?:'s| is) )?(?:an? )?(?:tie|tied|draw|equal|neither(?: ${NOUN}| one| of (?:them|the two)| ${NAME} nor ${NAME})?|both|same|both (?:are )?(?:equal|equally (?:good|bad)|the same))|unentschieden|gleichstand|gleich(?: gut| schlecht)?|平局|平手|一样好|不分上下)$`,
  "iu",
);

/** A sentence in two parts of which the second may choose, and what the first may not say then. */
export const CLAUSE =
    /^(?<before>both [^,]{1,80}(?=, but )|.{1,300}?(?=, (?:and )?so |,?(?: and)? (?:therefore|thus|hence)\b)),?(?: but| and)? (?:so|therefore|thus|hence|(?<=but )),? ?(?<clause>.+)$/i,
  SUPPOSES =
    /\b(?:if|unless|whether|were|would|could|might|may|sa(?:ys|id|y)|claims?|thinks?|user|they|people)\b|["?]/i;

/** A sentence that says which answer is the worse one. */
export const LOSES = new RegExp(
  `^(?:why |because )?(?:(${NAME}) (?:(?:clearly |slightly )?(?:loses|lost)|is ${ADVERB}(?:the )?(?:worse|worst|weaker|inferior|loser|wrong|incorrect))(?![\\p{L}])|(?:the )?(?:worse|worst|weaker|inferior|losing|loser|rejected|dispreferred|less preferred)(?: ${NOUN}| one)?(?: is|:| -) (${NAME})[.!]*$)`,
  "iu",
);

/** A comparison in which the other is the worse one. */
export const THAN = new RegExp(
  `\\b(?:more [\\w-]+|better|stronger|clearer|closer|shorter|longer|rather) than (?:${NAME}|the other(?: one| ${NOUN})?)(?!\\p{L})`,
  "giu",
);

/** What else says of the other answer that it may be the better one. */
export const SWAYS = new RegExp(
  `${TURNS.source}|\\b(?:more|most|so|therefore|thus|hence|really|(?:is|are) (?:right|correct|accurate|true|faithful))\\b|\\b(?:is|does|was)[.!]*$`,
  "i",
);
/** What gives a verdict for one side of the matter alone. */
export const LIMITS = /\bonly\b|^(?:on|in terms of|regarding|for|when|where)\b/i;
export const UNSETTLES =
  /\b(?:i|we)(?: am|'m)? (?:can ?not|can't|unable to|not able to|won't|will not) (?:judge|decide|choose|say|tell|answer|assist|compare)|\babstain|\bcoin flip|\bat random\b|\bworst (?:to|first)\b|\b(?:which|what|choose|pick|select|name|welche\w*)\b[^.]*\b(?:worse|worst|less|least|schlechter\w*)\b/i;

/** What gives the reason of a letter before it: by its first word, by what it says in its favour; and what speaks against it. */
export const REASON =
  /^(?:reason|explanation|because|since\b|due to\b|rationale|justification|begründung|weil\b|理由|因为)/i;
export const SUPPORTS = new RegExp(
    `^(?!(?:the )?(?:image|picture|video|bild))(?:its?|it's|this|(?:the |die )?${NOUN}(?: [ab])?|sie|es)(?![\\p{L}])`,
    "iu",
  ),
  GOOD =
    /\b(?:accurate|correct\w*|right|true|better|best|more|faithful\w*|precise\w*|match\w*|fits|clear\w*|concise|short|detailed|specific|informative|relevant|complete|good|great|excellent|perfect\w*|genau\w*|richtig\w*|mejor|meilleure)\b/i;
export const FAULTY =
  /\b(?:not|never|no|wrong|incorrect|inaccurate|less|worse|worst|inferior|invent\w*|hallucinat\w*|miss\w*|fail\w*|lack\w*|errors?|mistakes?|bad|poor\w*|false|untrue|unfaithful|mislead\w*|vague\w*|confus\w*|options?|quiz|multiple|ungenau\w*|falsch\w*)\b|n't/i;

/** What stands before a verdict on its line. */
const HEADINGS =
  `verdict|winner|judge?ment|decision|choice|preference|selection|overall|final|ranking(?=\\W+[ab]\\s*[<>=])|(?:better|best|preferred|stronger|winning|chosen|selected)(?: ${NOUN}| one| choice)?|urteil|gewinner|entscheidung|wahl|besser|(?:bessere|beste) ${NOUN}|veredicto|ganador|gagnant|meilleure r[ée]ponse|mejor respuesta|判决|判断|结论|胜者|选择|更好的${NOUN}`;
const BEFORE =
  `(?:^|[.!。;]\\s+)["'{]*${LEAD}{0,2}(?:(?:my|the|final|overall|mein|meine|der|die|das|la|le|el|最终|我的)\\s*){0,3}`;
const SAYS =
  `["']*\\s*(?:[:=]+>?|-+>|→|[-–—]\\s*(?=${NAME}[\\s"')\\]]*(?:[.,;!(]|$))|(?:is|was|ist|est|es|goes to)\\b:?(?: that\\b)?|是|为|$)\\s*`;
export const HEADING = new RegExp(`${BEFORE}(?<heading>${HEADINGS})${SAYS}`, "giu");
export const ANSWER = new RegExp(`${BEFORE}(?:answer|antwort|r[ée]ponse|respuesta|答案)${SAYS}`, "giu");
export const KEY = new RegExp(`^(?:(?:my|the|final|overall) )*(?:${HEADINGS})$`, "iu");

/** What stands before a verdict in double brackets in a reply that gives it as its own. */
export const OWN_MARK = new RegExp(
  `(?:^|[,;–—]\\s*|\\s-\\s)["'{]*${LEAD}{0,2}${THINK}(?:(?:my|the|final|overall|correct|right|mein|meine|der|die|das|最终|我的)\\s*){0,4}` +
    `(?:${HEADINGS}|answer|result|rating|conclusion|evaluation|assessment|output|antwort|答案)(?: label)?${SAYS}["'(]*$`,
  "iu",
);

/** What a sentence begins with that gives a reason for the mark behind its comma. */
export const REASONED =
  /^(?:as|since|because|given|considering|based on|after|while|although|though|looking|taking|overall)\b.*,\s*$/i;

/** Words by which a mark is somebody else's, or is shown and not given. */
export const OTHERS =
  /\b(?:they|their|he|she|his|her|someone|somebody|colleagues?|reviewers?|annotators?|humans?|people|majority|previous\w*|prior|earlier|initial\w*|another|(?:other|first|second) (?:judge|model|one's)|judge \d|\w+'s (?:verdict|choice|judge?ment|decision|answer|winner|preference)|wrote|written|writes?|sa(?:ys|id|ying)|claim\w*|contain\w*|quot\w+|tr(?:y|ies|ied|ying) to|inject\w*|manipulat\w*|trick\w*|instruct\w*|prompt\w*|format\w*|examples?|e\.g|template|string|placeholder|ground truth|gold|label of|reference|disagree\w*|reject\w*|doubt\w*|abstain\w*|requested|your)\b|之前|例如|格式|其他/i;
