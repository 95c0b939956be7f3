import { defineServer } from '#server/plugin.ts'
import { reviews } from './reviews.ts'

export default defineServer({ id: 'research', extensions: [reviews] })
