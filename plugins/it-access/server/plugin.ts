import { defineServer } from '#server/plugin.ts'
import { licenceJob, vpnAccountJob } from './jobs.ts'
import { licences } from './licences.ts'
import { migrations } from './migrations.ts'
import { sapPermissions } from './sap-permissions.ts'
import { vpnAccounts } from './vpn-accounts.ts'
import { samples } from './samples.ts'

export default defineServer({ id: 'it-access', contributes: [samples], migrations, extensions: [vpnAccounts, sapPermissions, licences],
  jobs: [vpnAccountJob, licenceJob] })
