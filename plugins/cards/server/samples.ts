import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Env } from '#server/env.ts'
import { type Stage, asPerson, before, cells, demoSamples, filesOf, listenLocally, personId } from '#plugins/demo/server/public-api.ts'
import { offerCards } from './synchronise.ts'
import { saveCards } from './rules.ts'

/**
 * `owner | Chinese name | English name | company | department | position | mobile | group | shared with | state: kept (only here), from the
 * chat app (synced, failed), or only there (new, wrong)`
 */
const table = `
sales | 周敏 | Min Zhou | 苏州安视科技有限公司 | 采购部 | 采购总监 | 13912340001 | customer | all | synced
sales | 秦岚 | Lan Qin | 东莞海蓝汽车有限公司 | 供应链 | 供应链经理 | 13912340002 | customer | dept | synced
sales | 罗伯特 | Robert Klein | 德国博世汽车部件 | Purchasing | Category Manager | +4915112345678 | customer | dept | kept
sales | 丁晓 | Xiao Ding | 上海欣悦家电有限公司 | 研发部 | 硬件总监 | 13912340004 | customer | self | failed
xulei | 方正 | Zheng Fang | 昆山海蓝汽车有限公司 | 质量部 | 质量经理 | 13912340005 | customer | dept | kept
xulei | 陆佳 | Jia Lu | 无锡北辰仪器有限公司 | 采购部 | 采购员 | 13912340006 | customer | self | synced
xulei | 沈一凡 | Yifan Shen | 宁波博远通信有限公司 | 总经办 | 副总经理 | 13912340007 | customer | all | kept
jiangyi | 田中健 | Ken Tanaka | 日本精密贸易株式会社 | 海外部 | 部长 | +81312345678 | customer | dept | kept
jiangyi | 玛丽亚 | Maria Lopez | Iberia Electronics S.L. | Sourcing | Buyer | +34600123456 | customer | self | failed
jiangyi | 阿米尔 | Amir Khan | Gulf Trading LLC | Import | Director | +971501234567 | partner | all | kept
buyer | 华强 | Qiang Hua | 苏州华芯电子有限公司 | 销售部 | 销售经理 | 13912340011 | supplier | all | synced
buyer | 丁鼎 | Ding Ding | 东莞鼎盛五金有限公司 | 业务部 | 总经理 | 13912340012 | supplier | dept | kept
buyer | 瑞芳 | Fang Rui | 深圳瑞丰塑胶有限公司 | 市场部 | 大客户经理 | 13912340013 | supplier | dept | failed
dongmei | 王精 | Jing Wang | 上海精工模具有限公司 | 工程部 | 项目经理 | 13912340014 | supplier | dept | kept
dongmei | 捷明 | Ming Jie | 昆山捷达物流有限公司 | 客服部 | 客户经理 | 13912340015 | supplier | all | synced
employee | 朱伟 | Wei Zhu | 上海芯源微电子 | FAE | 现场应用工程师 | 13912340016 | supplier | dept | synced
employee | 高翔 | Xiang Gao | 苏州检测认证中心 | 电磁兼容室 | 主任工程师 | 13912340017 | partner | all | kept
rd | 严明 | Ming Yan | 东南大学 | 电子学院 | 教授 | 13912340018 | partner | all | kept
pengyu | 程律 | Lü Cheng | 苏州专利事务所 | 电学部 | 专利代理师 | 13912340019 | partner | all | kept
quality | 贾工 | Gong Jia | 华东计量测试院 | 几何量室 | 工程师 | 13912340020 | partner | dept | kept
finance | 顾行 | Hang Gu | 中国建设银行苏州分行 | 公司业务部 | 客户经理 | 13912340021 | partner | dept | kept
sunyue | 石磊 | Lei Shi | 江苏正信律师事务所 | | 合伙人 | 13912340022 | partner | all | kept
sales | 韩雪 | Xue Han | 深圳安视科技有限公司 | 采购部 | 采购经理 | 13912340031 | customer | self | new
sales | 无号 | | 惠州北辰仪器有限公司 | | 经理 | 123 | customer | self | wrong
employee | 许诺 | Nuo Xu | 无锡连接器有限公司 | 技术部 | 产品经理 | 13912340033 | supplier | self | new
`

/** A card of the chat app. */
interface SampleCard {
  readonly owner: string
  /** Id in the chat app. */
  readonly id: string
  readonly name: string
  readonly nameEn: string
  readonly company: string
  readonly department: string
  readonly position: string
  readonly mobile: string
  readonly cardGroup: string
  readonly share: string
  readonly state: string
}

const collected: readonly SampleCard[] = table.trim().split('\n').map((line, index) => {
  const [owner, name, nameEn, company, department, position, mobile, cardGroup, share, state] = cells(line, 10)
  return { owner, id: `wx-${index + 1}`, name, nameEn, company, department, position, mobile, cardGroup, share, state }
})

/** Cards that are already stored in the product. */
const keptCards = collected.filter(({ state }) => state !== 'new' && state !== 'wrong')

/** Response of the chat app for a user; contains an invalid number. */
const collectedBy = (user: string): readonly object[] =>
  collected.filter(({ owner, state }) => owner === user && state !== 'kept').map((
    { id, name, nameEn, company, department, position, mobile },
  ) => ({ id, name, nameEn, company, department, position, mobile }))

/** People with an own card; names and numbers as in the address book. */
const own = [
  ['sales', '程浩', 'Hao Cheng', '销售部', '销售总监', '13800001033'],
  ['buyer', '冯伟', 'Wei Feng', '采购部', '采购经理', '13800001031'],
  ['employee', '王伟', 'Wei Wang', '硬件部', '硬件工程师', '13800001018'],
] as const

/** Cards with a picture. */
const pictured: ReadonlySet<string> = new Set(['周敏', '华强', '严明'])

/** Saves collected cards, three of which failed to synchronise with the chat app, and three own cards. */
async function saveBusinessCards(stage: Stage): Promise<void> {
  const { db, anchor } = stage
  const at = before(anchor, 12, 15)
  const rows = []
  for (const { owner, id, name, nameEn, state, ...attributes } of keptCards) {
    const files = filesOf(stage, asPerson(stage, owner, { type: 'businessCard', at }), 'businessCard')
    const value = { ...attributes, nameCn: name, nameEn, cardType: 'contact',
      images: pictured.has(name) ? [await files(`${name}名片.png`)] : [] }
    rows.push({ owner: personId(owner), value, ...(state !== 'kept' && { outer: { id, isFailed: state === 'failed' } }) })
  }
  const owned = own.map(([owner, nameCn, nameEn, department, position, mobile]) => ({
    owner: personId(owner),
    value: { cardType: 'personal', nameCn, nameEn, company: '苏州宏岳电子有限公司', companyEn: 'Suzhou Hongyue Electronics', department,
      position, mobile, email: `${owner}@demo.example`, cardGroup: 'other', share: 'all' },
  }))
  await saveCards(db, [...rows, ...owned], at)
}

/** Starts a simulated business card service of a chat app on a free local port. @returns a function that stops it */
export async function startCardService(env: Env): Promise<() => Promise<void>> {
  const token = randomBytes(18).toString('base64url')
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cards')
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${token}`) answer(401, {})
    else if (pathname !== '/cards') answer(404, {})
    else answer(200, { cards: collectedBy(searchParams.get('user') ?? '') })
  })
  const withdraw = offerCards(env, { url: await listenLocally(server), token })
  return () => {
    withdraw()
    return new Promise((done) => void server.close(() => done()).closeAllConnections())
  }
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'cards',
  sort: 610,
  afterwards: saveBusinessCards,
  standIn: async ({ env }) => (env.cards ? undefined : startCardService(env)),
})
