from tests.envs.conftest import toys as toys
