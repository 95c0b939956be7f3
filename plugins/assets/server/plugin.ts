import { defineServer } from '#server/plugin.ts'
import { acceptance } from './acceptance.ts'

export default defineServer({ id: 'assets', extensions: [acceptance] })
