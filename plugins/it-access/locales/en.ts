import type cn from './cn.ts'

export default {
  'itAccess.hasAccount': 'The user already has an active VPN account',
  'itAccess.unknownAccount': 'This isn’t an active VPN account',
  'itAccess.accountTaken': 'The VPN account already exists: {no}',
  'itAccess.forbiddenTcode': 'Transaction {tcode} can’t be requested',
  'itAccess.sapUserExists': 'The SAP user already exists',
  'itAccess.hasScope': '{name} already has this permission',
} as const satisfies Record<keyof typeof cn, string>
