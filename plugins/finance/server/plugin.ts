import { defineServer } from '../../../server/plugin.ts'
import { attentionRoutes } from './routes.ts'

export default defineServer({ id: 'finance', routes: attentionRoutes })
