import { defineServer } from '#server/plugin.ts'
import { licenceJob, vpnAccountJob } from './jobs.ts'
import { licences } from './licences.ts'
import { migrations } from './migrations.ts'
import { sapPermissions } from './sap-permissions.ts'
import { vpnAccounts } from './vpn-accounts.ts'

export default defineServer({ id: 'it-access', migrations, extensions: [vpnAccounts, sapPermissions, licences],
  jobs: [vpnAccountJob, licenceJob] })
