import type cn from './cn.ts'

export default {
  'itAccess.hasAccount': 'The user already has an active VPN account',
  'itAccess.unknownAccount': 'There is no such VPN account in use',
  'itAccess.accountTaken': 'The VPN account already exists: {no}',
  'itAccess.forbiddenTcode': 'This transaction may not be requested: {tcode}',
  'itAccess.sapUserExists': 'The SAP user already exists',
  'itAccess.hasScope': '{name} already has this permission',
} as const satisfies Record<keyof typeof cn, string>
