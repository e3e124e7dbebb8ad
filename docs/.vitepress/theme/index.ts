import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

const consoleLink = () => h('a', { class: 'console-link', href: '/console' }, 'Console');

/** The default theme in the colours of the console, without its fonts, and with a link to the console. */
export default { extends: theme, Layout: () => h(theme.Layout, null, { 'nav-bar-content-after': consoleLink }) };
