import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { permissionsOf, permissionsSay } from '../testing.ts'
import { sapPermissionApplication } from './index.ts'

const row = (change: object) => ({ roles: [{ rowId: 'r1', module: 'QM', tcode: 'QM03', permType: 'display', ...change }] })
const external = { userIsExternal: '1' }

describeForm(sapPermissionApplication, {
  by: 'quality',
  filled: (support) => permissionsOf(support),
  say: permissionsSay,
  passes: ['deptHead: yangfan', 'keyUser: it', 'sapAdmin: it', 'userConfirm: yangfan'],
  edges: {
    'SA-R1': { breaks: row({ tcode: null }), keeps: row({ tcode: null, roleName: 'Z_QM_DISPLAY' }) },
    'SA-R5': { breaks: { action: 'copy', copyUser: 'u-quality' }, keeps: { action: 'copy', copyUser: 'u-yangfan' } },
    'SA-R6': { breaks: { action: 'copy', copyUser: 'u-it' }, keeps: { action: 'copy', copyUser: 'u-yangfan' } },
    'SA-R7': { breaks: { ...external, validTo: '2027-05-19' }, keeps: { ...external, validTo: '2027-05-18' } },
    'SA-R8': { breaks: { ...external, validTo: '2026-11-19' }, keeps: { ...external, validTo: '2026-11-20' } },
    'SA-R9': {
      breaks: { roles: [...row({}).roles, { ...row({}).roles[0], rowId: 'r2' }] },
      keeps: { roles: [...row({}).roles, { ...row({}).roles[0], rowId: 'r2', module: 'MM' }] },
    },
  },
  elsewhere: ['SA-R2', 'SA-R10'],
})
