/** Returns whether a word cannot name a constant, a table or an address of what is generated. */
export const isReserved = (word: string): boolean => reserved.has(word)

const language =
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this throw
  true try typeof undefined var void while with yield`

/** PostgreSQL's reserved key words, which cannot be tables without quotes. */
const database = `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user
  default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner
  intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order
  outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then to
  trailing true union unique user using variadic verbose when where window with`

/** Names that the generated files use themselves. */
const files =
  `after all answer approve app before calculated call can chief cn copy data database date define department en expect fields filed
  flow form forms groups header host index initiator integer it locales migrations pages person plugin plugins problems product record rule
  rules server serverPlugins servers sql system task text toggle types value wang web`

/** First parts of addresses that the host serves. */
const addresses = 'api assets budgetservice docs idp oaserver public system workflow ws'

const reserved: ReadonlySet<string> = new Set([language, database, files, addresses].flatMap((words) => words.split(/\s+/)))
