import type cn from './cn.ts'

export default {
  'system.dictionary.codeFixed': 'The code of a dictionary cannot be changed',
  'system.dictionary.builtIn': 'What is built in cannot be deleted; disable it instead',
  'system.dictionary.closed': 'Business types are kept by the system; none can be added',
  'system.dictionary.typeFixed': 'An item stays in its dictionary',
  'system.dictionary.valueFixed': 'A built-in key value cannot be changed; change its label instead',
  'system.dictionary.valueUsed': 'The key value is in use and cannot be changed; change its label instead',
  'system.dictionary.valueExists': 'The dictionary has this key value already',
} as const satisfies Record<keyof typeof cn, string>
