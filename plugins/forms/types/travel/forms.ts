import type { Form } from '#kernel/form.ts'
import { businessTrip } from './businessTrip/index.ts'
import { dispatchCar } from './dispatchCar/index.ts'
import { taxiApply } from './taxiApply/index.ts'

export const travel: readonly Form[] = [businessTrip, taxiApply, dispatchCar]
