import { defineServer } from '#server/plugin.ts'
import { parameterRoutes } from './parameters/routes.ts'
import { attentionRoutes } from './routes.ts'

export default defineServer({
  id: 'finance',
  routes(app, host) {
    attentionRoutes(app, host)
    parameterRoutes(app, host)
  },
})
