import { defineServer } from '#server/plugin.ts'
import { pushRoutes } from './push-routes.ts'

export default defineServer({ id: 'messages', routes: pushRoutes })
