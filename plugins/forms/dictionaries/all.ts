import { applications } from './applications.ts'
import { general } from './general.ts'
import { payments } from './payments.ts'
import { shared } from './shared-dictionaries.ts'
import { travel } from './travel.ts'

/** Every dictionary that the forms choose from. */
export const dictionaries = [...shared, ...applications, ...travel, ...payments, ...general]
