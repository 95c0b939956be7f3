import type cn from './cn.ts'

export default {
  'drivers.registered': 'This person is registered already',
  'drivers.none': 'No driving licence of this driver is registered: ask the fleet',
  'drivers.expires': 'The licence of this driver is valid until {date}, before the car is back',
} as const satisfies Record<keyof typeof cn, string>
