package main

import "strings"

// chineseWords are the most frequent words of Chinese notes about programs.
const chineseWords = `我们 测试 错误 数据 配置 文件 使用 接口 版本 问题 内存 缓存 线程 编译 部署 查询 索引 日志 网络 服务
因为 需要 可以 没有 如果 这个 时候 已经 必须 不能 连接 超时 请求 返回 参数 函数 类型 结构 性能 优化 修复 更新
依赖 环境 变量 默认 用户 权限 数据库 表达式 事务 提交 分支 合并 回滚 迁移 脚本 命令 输出 输入 格式 编码 兼容 模块`

// chineseCharacters make up the rarer words, two in each.
const chineseCharacters = `的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所
民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间
样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总
次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造`

// chinese spells ranks as Chinese words.
type chinese struct {
	first      []string
	characters []rune
}

func newChinese() chinese {
	return chinese{strings.Fields(chineseWords), []rune(strings.Join(strings.Fields(chineseCharacters), ""))}
}

func (c chinese) of(rank int) string {
	if rank < len(c.first) {
		return c.first[rank]
	}
	h := mix(uint64(rank))
	n := uint64(len(c.characters))
	return string([]rune{c.characters[h%n], c.characters[h>>32%n]})
}
