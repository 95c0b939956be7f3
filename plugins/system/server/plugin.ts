import { defineServer } from '../../../server/plugin.ts'
import { dictionaryRoutes } from './dictionaries/routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { accountSight } from './users/user-sight.ts'
import { dictionaryItemRules, dictionaryTypeRules } from './dictionaries/rules.ts'

export default defineServer({
  id: 'system',
  routes(app, host) {
    dictionaryRoutes(app, host)
    peopleRoutes(app, host)
  },
  sights: { user: accountSight },
  records: { dictType: dictionaryTypeRules },
  recordsAmong: (plugins) => ({ dictData: dictionaryItemRules(plugins) }),
})
