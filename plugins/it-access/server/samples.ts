import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type DemoStory, before, dayFrom, demoSamples, recordsOf } from '#plugins/demo/server/public-api.ts'

/** Requests for access: VPN accounts of an engineer, a toolmaker and a remote worker, recorder licences, and rights in SAP. */
async function accessStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const { materials, customers } = await recordsOf(db)
  const { id: plant } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  return [
    ...vpnStories(anchor),
    licence(before(anchor, 60, 10), { by: 'employee', person: 'u-employee', department: 'sz-hardware', material: materials[0] ?? '',
      quantity: 50, customer: customers[1] ?? '' }),
    {
      ...licence(before(anchor, 3, 10), { by: 'tianye', person: 'u-yuanbin', department: 'sz-software', material: materials[1] ?? '',
        quantity: 12, customer: customers[2] ?? '' }),
      ends: 'running',
      waitsAt: 'licenceAdmin',
    },
    permission(before(anchor, 70, 14), { by: 'quality', department: 'sz-quality', plant, sapUserId: 'CAOYING', module: 'QM', tcode: 'QM03',
      permType: 'display', reason: '查看质量通知单' }),
    {
      ...permission(before(anchor, 2, 14), { by: 'zengyan', department: 'dg-pmc', plant, sapUserId: 'ZENGYAN', module: 'PP', tcode: 'MD04',
        permType: 'change', reason: '调整计划订单' }),
      ends: 'running',
      waitsAt: 'keyUser',
    },
  ]
}

function vpnStories(anchor: Date): readonly DemoStory[] {
  const [home, tooling, trip] = [before(anchor, 80, 9), before(anchor, 26, 9), before(anchor, 2, 9)]
  return [
    { ...vpn(home, 'employee', 'sz-hardware'), say: itSays('wei.wang'),
      value: () => ({ ...vpnValue(home, 'sz-hardware'), userType: 'employee', person: 'u-employee', mac: '00-1A-2B-3C-4D-5E',
        reason: '出差期间访问研发服务器' }) },
    {
      ...vpn(tooling, 'gujia', 'sz-structure'),
      files: { nda: ['保密协议.pdf'] },
      say: itSays('supplier.mold01'),
      value: () => ({
        ...vpnValue(tooling, 'sz-structure'),
        userType: 'supplier',
        externalName: '王建国',
        externalCompany: '苏州精工模具有限公司',
        phone: '13900005678',
        email: 'wang@tooling.example',
        guarantor: 'u-gujia',
        device: 'personal',
        reason: '模具图纸协同修改',
      }),
    },
    { ...vpn(trip, 'dongmei', 'sz-purchase'), ends: 'running', waitsAt: 'itAdmin',
      value: () => ({ ...vpnValue(trip, 'sz-purchase'), userType: 'employee', person: 'u-dongmei', mac: '00-1A-2B-7F-10-22',
        reason: '驻厂验货期间访问采购系统' }) },
  ]
}

const vpn = (at: Date, by: string, applicantDept: string): DemoStory => ({ type: 'vpnApply', by, at, ends: 'completed',
  value: () => ({ applicantDept }) })

const itSays = (accountName: string): DemoStory['say'] => ({
  itAdmin: { comment: '账号已开通，初始密码已发送', fill: () => ({ accountName }) },
})

const vpnValue = (at: Date, applicantDept: string): FormValue => ({
  applicantDept,
  action: 'open',
  period: [dayFrom(at, 0), dayFrom(at, 150)],
  resources: [{ rowId: 'r1', system: '研发文档服务器', host: '10.1.20.15:443', purpose: '查阅与提交项目资料' }],
  device: 'company',
  pledge: true,
})

interface LicenceStory {
  readonly by: string
  readonly person: string
  readonly department: string
  readonly material: string
  readonly quantity: number
  readonly customer: string
}

const licence = (at: Date, { by, person, department, material, quantity, customer }: LicenceStory): DemoStory => ({
  type: 'nvrAdartApply',
  by,
  at,
  ends: 'completed',
  choices: [{ node: 'productOwner', people: ['u-rd'] }],
  say: { licenceAdmin: { comment: '已授权', fill: () => ({ licenceNo: `ADART-${dayFrom(at, 0).replaceAll('-', '')}` }) } },
  value: () => ({
    applicantDept: department,
    action: 'grant',
    users: [{ rowId: 'u1', person, account: person.slice(2), scopes: ['generate', 'query'] }],
    models: [{ rowId: 'm1', material, licenceType: 'channel', quantity }],
    customer,
    validFrom: dayFrom(at, 0),
    validTo: dayFrom(at, 180),
    reason: '客户项目交付前的授权生成与核对',
    pledge: true,
  }),
})

interface PermissionStory {
  readonly by: string
  readonly department: string
  readonly plant: string
  readonly sapUserId: string
  readonly module: string
  readonly tcode: string
  readonly permType: string
  readonly reason: string
}

const permission = (at: Date, { by, department, plant, sapUserId, module, tcode, permType, reason }: PermissionStory): DemoStory => ({
  type: 'sapPermissionApplication',
  by,
  at,
  ends: 'completed',
  say: {
    keyUser: { comment: '无职责冲突', fill: () => ({ sodConflict: '0' }) },
    sapAdmin: { comment: '权限已分配', checks: ['user', 'roles', 'informed'], fill: () => ({ sapUserId }) },
    userConfirm: { comment: '已可使用' },
  },
  value: () => ({
    applicantDept: department,
    action: 'addRole',
    sapSystem: ['PRD'],
    user: `u-${by}`,
    userIsExternal: '0',
    sapUserId,
    companyCodes: [department.startsWith('dg') ? 'DG' : 'SZ'],
    plants: [plant],
    roles: [{ rowId: 'r1', module, tcode, permType }],
    reason,
  }),
})

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'it-access', sort: 440, stories: ({ db, anchor }) => accessStories(db, anchor) })
