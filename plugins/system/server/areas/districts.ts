/** Districts of large cities, by the four digits of the city, as "two digits, name, English name". */
export const districts: Readonly<Record<string, string>> = {
  '1101':
    '01 东城区 Dongcheng,02 西城区 Xicheng,05 朝阳区 Chaoyang,06 丰台区 Fengtai,07 石景山区 Shijingshan,08 海淀区 Haidian,09 门头沟区 Mentougou,11 房山区 Fangshan,12 通州区 Tongzhou,13 顺义区 Shunyi,14 昌平区 Changping,15 大兴区 Daxing,16 怀柔区 Huairou,17 平谷区 Pinggu,18 密云区 Miyun,19 延庆区 Yanqing',
  '1201':
    '01 和平区 Heping,02 河东区 Hedong,03 河西区 Hexi,04 南开区 Nankai,05 河北区 Hebei,06 红桥区 Hongqiao,10 东丽区 Dongli,11 西青区 Xiqing,12 津南区 Jinnan,13 北辰区 Beichen,14 武清区 Wuqing,15 宝坻区 Baodi,16 滨海新区 Binhai,17 宁河区 Ninghe,18 静海区 Jinghai,19 蓟州区 Jizhou',
  '3101':
    '01 黄浦区 Huangpu,04 徐汇区 Xuhui,05 长宁区 Changning,06 静安区 Jing’an,07 普陀区 Putuo,09 虹口区 Hongkou,10 杨浦区 Yangpu,12 闵行区 Minhang,13 宝山区 Baoshan,14 嘉定区 Jiading,15 浦东新区 Pudong,16 金山区 Jinshan,17 松江区 Songjiang,18 青浦区 Qingpu,20 奉贤区 Fengxian,51 崇明区 Chongming',
  '5001':
    '01 万州区 Wanzhou,02 涪陵区 Fuling,03 渝中区 Yuzhong,04 大渡口区 Dadukou,05 江北区 Jiangbei,06 沙坪坝区 Shapingba,07 九龙坡区 Jiulongpo,08 南岸区 Nan’an,09 北碚区 Beibei,10 綦江区 Qijiang,11 大足区 Dazu,12 渝北区 Yubei,13 巴南区 Banan,14 黔江区 Qianjiang,15 长寿区 Changshou,16 江津区 Jiangjin,17 合川区 Hechuan,18 永川区 Yongchuan,19 南川区 Nanchuan,20 璧山区 Bishan,51 铜梁区 Tongliang,52 潼南区 Tongnan,53 荣昌区 Rongchang,54 开州区 Kaizhou,55 梁平区 Liangping,56 武隆区 Wulong',
  '4401':
    '03 荔湾区 Liwan,04 越秀区 Yuexiu,05 海珠区 Haizhu,06 天河区 Tianhe,11 白云区 Baiyun,12 黄埔区 Huangpu,13 番禺区 Panyu,14 花都区 Huadu,15 南沙区 Nansha,17 从化区 Conghua,18 增城区 Zengcheng',
  '4403':
    '03 罗湖区 Luohu,04 福田区 Futian,05 南山区 Nanshan,06 宝安区 Bao’an,07 龙岗区 Longgang,08 盐田区 Yantian,09 龙华区 Longhua,10 坪山区 Pingshan,11 光明区 Guangming',
  '3205':
    '05 虎丘区 Huqiu,06 吴中区 Wuzhong,07 相城区 Xiangcheng,08 姑苏区 Gusu,09 吴江区 Wujiang,76 苏州工业园区 Suzhou Industrial Park,81 常熟市 Changshu,82 张家港市 Zhangjiagang,83 昆山市 Kunshan,85 太仓市 Taicang',
  '3301':
    '02 上城区 Shangcheng,05 拱墅区 Gongshu,06 西湖区 Xihu,08 滨江区 Binjiang,09 萧山区 Xiaoshan,10 余杭区 Yuhang,11 富阳区 Fuyang,12 临安区 Lin’an,13 临平区 Linping,14 钱塘区 Qiantang,22 桐庐县 Tonglu,27 淳安县 Chun’an,82 建德市 Jiande',
  '3201':
    '02 玄武区 Xuanwu,04 秦淮区 Qinhuai,05 建邺区 Jianye,06 鼓楼区 Gulou,11 浦口区 Pukou,13 栖霞区 Qixia,14 雨花台区 Yuhuatai,15 江宁区 Jiangning,16 六合区 Luhe,17 溧水区 Lishui,18 高淳区 Gaochun',
  '5101':
    '04 锦江区 Jinjiang,05 青羊区 Qingyang,06 金牛区 Jinniu,07 武侯区 Wuhou,08 成华区 Chenghua,12 龙泉驿区 Longquanyi,13 青白江区 Qingbaijiang,14 新都区 Xindu,15 温江区 Wenjiang,16 双流区 Shuangliu,17 郫都区 Pidu,18 新津区 Xinjin,21 金堂县 Jintang,29 大邑县 Dayi,31 蒲江县 Pujiang,81 都江堰市 Dujiangyan,82 彭州市 Pengzhou,83 邛崃市 Qionglai,84 崇州市 Chongzhou,85 简阳市 Jianyang',
  '4201':
    '02 江岸区 Jiang’an,03 江汉区 Jianghan,04 硚口区 Qiaokou,05 汉阳区 Hanyang,06 武昌区 Wuchang,07 青山区 Qingshan,11 洪山区 Hongshan,12 东西湖区 Dongxihu,13 汉南区 Hannan,14 蔡甸区 Caidian,15 江夏区 Jiangxia,16 黄陂区 Huangpi,17 新洲区 Xinzhou',
  '6101':
    '02 新城区 Xincheng,03 碑林区 Beilin,04 莲湖区 Lianhu,11 灞桥区 Baqiao,12 未央区 Weiyang,13 雁塔区 Yanta,14 阎良区 Yanliang,15 临潼区 Lintong,16 长安区 Chang’an,17 高陵区 Gaoling,18 鄠邑区 Huyi,22 蓝田县 Lantian,24 周至县 Zhouzhi',
}
