import { defineServer } from '#server/plugin.ts'
import { acceptance } from './acceptance.ts'
import { samples } from './samples.ts'

export default defineServer({ id: 'assets', contributes: [samples], extensions: [acceptance] })
