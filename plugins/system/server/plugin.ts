import { defineServer } from '../../../server/plugin.ts'

export default defineServer({ id: 'system' })
