import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { count, dictionary, parameters, rmb } from '#plugins/forms/kit.ts'
import { cn, en } from './texts.ts'
import { assetsAcceptance, limits } from './types/assetsAcceptance/index.ts'

const years = count({ cn: '年', en: 'years' })

/** Classes of assets and their useful lives. */
const dictionaries: readonly Dictionary[] = [
  dictionary('assetClass', '资产类别', 'Asset class',
    '1000 房屋建筑/Building; 2000 机器设备/Machinery; 3000 电子设备/Electronic equipment; 3100 仪器仪表/Instrument; 4000 运输工具/Vehicle; ' +
      '5000 办公家具/Furniture; 6000 模具/Tooling; 7000 软件/Software (intangible)'),
  dictionary('assetSource', '资产来源', 'Asset source',
    'purchase 外购/Purchased; selfMade 自制/Self-made; construct 在建转固/CIP transfer; donate 受赠/Donated; transfer 调入/Transferred in'),
  dictionary('acceptResult', '验收结果', 'Acceptance result',
    'ok 合格/Accepted; rectify 整改后接收/Accept after rectification; ng 不合格/Rejected'),
  parameters('assetRule', { cn: '固定资产标准', en: 'Fixed asset standards' }, {
    threshold: ['2000', '固定资产单价标准', 'Minimum unit price of a fixed asset', rmb],
    'life.1000': ['20', '房屋建筑使用年限', 'Useful life of buildings', years],
    'life.2000': ['10', '机器设备使用年限', 'Useful life of machinery', years],
    'life.3000': ['3', '电子设备使用年限', 'Useful life of electronic equipment', years],
    'life.3100': ['5', '仪器仪表使用年限', 'Useful life of instruments', years],
    'life.4000': ['4', '运输工具使用年限', 'Useful life of vehicles', years],
    'life.5000': ['5', '办公家具使用年限', 'Useful life of furniture', years],
    'life.6000': ['5', '模具使用年限', 'Useful life of tooling', years],
    'life.7000': ['5', '软件使用年限', 'Useful life of software', years],
  }),
  limits.dictionary,
]

/** Fixed assets: their acceptance. */
export default definePlugin({
  id: 'assets',
  requires: ['contracts', 'cost-centres', 'documents', 'forms', 'masters', 'projects', 'sap', 'system'],
  permissions: Object.values(formPermissions(assetsAcceptance.key)),
  forms: [assetsAcceptance],
  dictionaries,
  roles: [{ key: 'assetAdmin', cn: '资产管理员', en: 'Asset administrator', sort: 42 }],
  locales: { cn, en },
})
