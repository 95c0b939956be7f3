import type cn from './cn.ts'

export default {
  'system.dictionary.codeFixed': 'The code of a dictionary cannot be changed',
  'system.dictionary.builtIn': 'What is built in cannot be deleted; disable it instead',
  'system.dictionary.closed': 'Business types are kept by the system; none can be added',
  'system.dictionary.typeFixed': 'An item stays in its dictionary',
  'system.dictionary.valueFixed': 'A built-in key value cannot be changed; change its label instead',
  'system.dictionary.valueUsed': 'The key value is in use and cannot be changed; change its label instead',
  'system.dictionary.valueExists': 'The dictionary has this key value already',
  'system.org.wrongParent': 'A unit of this type cannot stand below this parent',
  'system.org.noSlash': 'A name cannot contain “/”',
  'system.org.personGone': 'This person is disabled or has left',
  'system.org.parentDisabled': 'The unit above is disabled; enable it first',
  'system.org.disabled': 'The unit is disabled and takes nobody in',
  'system.org.inUse': 'It still has {what} and cannot be deleted; disable it instead',
  'system.org.lastUnit': 'Everybody belongs to a unit: add the person to another one first, or disable the account',
  'system.org.superiorRing': 'Superior enterprises cannot form a ring',
  'system.org.superiorKind': 'Choose an enterprise or a group',
  'system.risk.untilBeforeSince': 'Until cannot be before since',
} as const satisfies Record<keyof typeof cn, string>
