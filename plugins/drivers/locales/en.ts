import type cn from './cn.ts'

export default {
  'drivers.registered': 'This person is already registered',
  'drivers.none': 'No driving licence is registered for this driver. Ask the fleet team',
  'drivers.expires': 'This licence expires on {date}, before the car is due back',
} as const satisfies Record<keyof typeof cn, string>
