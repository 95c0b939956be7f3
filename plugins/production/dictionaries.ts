import type { Dictionary } from '#kernel/plugin.ts'
import { dayOfMonth, dictionary, parameters, percentage } from '#plugins/forms/kit.ts'

export const dictionaries: readonly Dictionary[] = [
  dictionary('packType', '包装类型', 'Packing type',
    'neutral 中性包装/Neutral; brand 品牌包装/Branded; custom 客户定制/Customer custom; sample 样机/Sample; spare 备件/Spare part'),
  dictionary('packItemType', '包装物类型', 'Packing item',
    'carton 外箱/Carton; colorBox 彩盒/Colour box; label 标签/Label; manual 说明书/Manual; accessory 配件/Accessory; ' +
      'pallet 托盘/Pallet; other 其他/Other'),
  dictionary('inspectStatus', '检验状态', 'Inspection status',
    'pending 待检/To inspect; ok 合格/Qualified; partial 部分合格/Partly qualified; ng 不合格/Unqualified; exempt 免检/Exempt'),
  dictionary('salesCountry', '销往国家/地区', 'Country or region',
    'CN 中国/China; HK 中国香港/Hong Kong (China); MO 中国澳门/Macau (China); TW 中国台湾/Taiwan (China); JP 日本/Japan; KR 韩国/South Korea; ' +
      'VN 越南/Vietnam; TH 泰国/Thailand; MY 马来西亚/Malaysia; SG 新加坡/Singapore; ID 印度尼西亚/Indonesia; PH 菲律宾/Philippines; IN 印度/India; ' +
      'AE 阿联酋/United Arab Emirates; SA 沙特阿拉伯/Saudi Arabia; TR 土耳其/Türkiye; RU 俄罗斯/Russia; KZ 哈萨克斯坦/Kazakhstan; DE 德国/Germany; ' +
      'FR 法国/France; GB 英国/United Kingdom; IT 意大利/Italy; ES 西班牙/Spain; PL 波兰/Poland; NL 荷兰/Netherlands; US 美国/United States; ' +
      'CA 加拿大/Canada; MX 墨西哥/Mexico; BR 巴西/Brazil; AR 阿根廷/Argentina; ZA 南非/South Africa; EG 埃及/Egypt; AU 澳大利亚/Australia; NZ 新西兰/New Zealand'),
  dictionary('reqType', '领料类型', 'Requisition type',
    'production 生产补料/Production top-up; rd 研发领料/R&D issue; costCenter 部门领用/Cost-centre issue; project 项目领料/Project issue; ' +
      'service 售后领料/After-sales issue; borrow 借料/Borrow; return 退料/Return; scrap 报废/Scrap; set 套料/Set material'),
  dictionary('reqReason', '领料原因', 'Requisition reason',
    'trial 试产/Trial run; sample 打样/Sample; loss 损耗/Loss; defect 来料不良/Incoming defect; rework 返工/Rework; test 测试/Test; ' +
      'repair 维修/Repair; exhibition 展会/Exhibition; other 其他/Other'),
  dictionary('sapMovement', '移动类型', 'Movement type',
    '201 201 成本中心发料/201 Goods issue to cost centre; 202 202 成本中心退料/202 Return from cost centre; ' +
      '221 221 项目发料/221 Goods issue to project; 222 222 项目退料/222 Return from project; 261 261 工单发料/261 Goods issue to order; ' +
      '262 262 工单退料/262 Return from order; 311 311 库位转移/311 Transfer; 312 312 库位转移冲销/312 Transfer reversal; ' +
      '551 551 报废/551 Scrapping'),
  dictionary('forecastChangeReason', '预测变动原因', 'Forecast change reason',
    'newOrder 新增订单/New order; delay 客户延期/Customer delay; cancel 取消/Cancelled; promotion 促销/Promotion; shortage 缺料/Shortage; ' +
      'adjust 预测修正/Correction'),
  dictionary('materialDevState', '物料开发状态', 'Material development state',
    '0 待认领/Unassigned; 1 寻源/Sourcing; 2 打样/Sampling; 3 承认/Approval; 4 已完成/Done; 5 终止/Stopped'),
  dictionary('overflowReason', '超出原因', 'Overflow reason',
    'unforecast 未预测/Not forecast; over 超预测/Above forecast; urgent 急单/Rush order; sample 样单/Sample order'),
  dictionary('overflowDecision', '处理结论', 'Overflow decision',
    'accept 接单/Accept; partial 部分接单/Accept partly; delay 延期接单/Accept later; reject 不接/Decline'),
  dictionary('appealType', '申诉类型', 'Appeal type',
    'forecast 预测偏差/Forecast deviation; ecn ECN变更/ECN; customer 客户取消/Customer cancellation; moq MOQ剩余/MOQ remainder; ' +
      'wrong 记录错误/Wrong record; other 其他/Other'),
  dictionary('appealResult', '申诉判定', 'Appeal result', 'uphold 申诉成立/Upheld; partial 部分成立/Partly upheld; dismiss 驳回/Dismissed'),
  dictionary('prAcctCategory', '科目分配', 'Account assignment', 'K 成本中心/Cost centre; P 项目/Project; F 内部订单/Order; A 资产/Asset'),
  dictionary('prDocType', '采购申请类型', 'Requisition document type',
    'NB 标准/Standard; ZNB1 费用/Expense; ZNB2 资产/Asset; ZNB3 研发/R&D'),
  parameters('salesForecast', { cn: '销售预测标准', en: 'Sales forecast standards' }, {
    startUntil: ['5', '月初预测提交截止日', 'Last day of the month-start window', dayOfMonth],
    midFrom: ['10', '月中预测提交开始日', 'First day of the mid-month window', dayOfMonth],
    midUntil: ['20', '月中预测提交截止日', 'Last day of the mid-month window', dayOfMonth],
    deviation: ['30', '须填变动原因的偏差', 'Deviation that needs a reason', percentage],
  }),
]
